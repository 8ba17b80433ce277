# SPDX-License-Identifier: Apache-2.0
"""BenchExec's view of the tool: how to call it, and what its answers mean.

Put this file where BenchExec finds it (PYTHONPATH) and name the module in
the benchmark definition: <benchmark tool="wedge">."""
import benchexec.result as result
import benchexec.tools.template

# Exit status, verdict line and result belong together.
ANSWERS = {0: ("verdict: true", result.RESULT_TRUE_PROP),
           10: ("verdict: false", result.RESULT_FALSE_REACH),
           5: ("verdict: unknown", result.RESULT_UNKNOWN)}
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
        if run.exit_code.signal is None and run.exit_code.value in ANSWERS:
            start, answer = ANSWERS[run.exit_code.value]
            line = next((l for l in run.output if l.startswith(start)), None)
            if line and line.startswith("verdict: false("):
                return line.split(":", 1)[1].strip()  # names the property
            if line:
                return answer
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """A row of --stats, by its name."""
        for line in output:
            words = line.split()
            if len(words) > 1 and words[0] == identifier:
                return words[1]
        return None
