# SPDX-License-Identifier: Apache-2.0
"""BenchExec's view of the tool: how to call it, and what its answers mean.

Put this file where BenchExec finds it (PYTHONPATH) and name the module in
the benchmark definition: <benchmark tool="wedge">."""
import benchexec.result as result
import benchexec.tools.template

STATUS = {0: result.RESULT_TRUE_PROP, 10: result.RESULT_FALSE_REACH,
          5: result.RESULT_UNKNOWN}
MODEL = {"ILP32": "--32", "LP64": "--64"}


class Tool(benchexec.tools.template.BaseTool2):
    def executable(self, tool_locator):
        return tool_locator.find_executable("wedge", subdir="bin")

    def name(self):
        return "Wedge"

    def project_url(self):
        return ""

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="wedge")

    def cmdline(self, executable, options, task, rlimits):
        arguments = [executable, *options]
        model = (task.options or {}).get("data_model")
        if model in MODEL:
            arguments.append(MODEL[model])
        if task.property_file:
            arguments += ["--property", task.property_file]
        if rlimits.walltime:
            arguments += ["--time", str(rlimits.walltime)]
        return arguments + list(task.input_files_or_identifier)

    def determine_result(self, run):
        if run.exit_code.value == 10:
            violated = [line for line in run.output
                        if line.startswith("verdict: false(")]
            if violated:
                return violated[0].split(":", 1)[1].strip()
        if run.exit_code.value in STATUS:
            return STATUS[run.exit_code.value]
        return result.RESULT_ERROR
