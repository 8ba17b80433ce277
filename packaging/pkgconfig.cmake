# SPDX-License-Identifier: Apache-2.0
# Two files of one form, because the linker takes a shared library wherever there
# is one: 'wedge' is that one, 'wedge-static' names the archive and all that it
# needs. Paths are relative to the file, so that any PREFIX will do.
set(folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH PC_TO_PREFIX /prefix/${folder} /prefix)
string(REGEX REPLACE "/$" "" PC_TO_PREFIX ${PC_TO_PREFIX})

set(needed "")
foreach(item ${externals})
  if(item MATCHES "^-")
    list(APPEND needed ${item})
  else()
    list(APPEND needed -l${item})
  endif()
endforeach()
list(REVERSE needed) # of each the last one counts: it is behind its users
list(REMOVE_DUPLICATES needed)
list(REVERSE needed)
list(JOIN needed " " needed)

function(write_pc name)
  configure_file(packaging/wedge.pc.in ${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${folder})
endfunction()

set(PC_KIND "shared library")
set(PC_LIBS -lwedge)
set(PC_LIBS_PRIVATE "${needed}")
write_pc(wedge)
set(PC_KIND "static library")
set(PC_LIBS "-l:libwedge.a ${needed}")
set(PC_LIBS_PRIVATE "")
write_pc(wedge-static)
