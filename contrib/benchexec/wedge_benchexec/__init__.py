# SPDX-License-Identifier: Apache-2.0
"""A package, because BenchExec takes a name without a dot for one of its own
modules: <benchmark tool="wedge_benchexec.wedge">."""
