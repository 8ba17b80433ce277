# SPDX-License-Identifier: Apache-2.0
"""BenchExec's view of the tool: how to call it, and what its answers mean.

Say where the package is, and name the module with its package:

  PYTHONPATH=contrib/benchexec benchexec contrib/benchexec/wedge.xml

<benchmark tool="wedge_benchexec.wedge">: a name without a dot would be looked
up in benchexec.tools. Who prefers tool="wedge" copies this file there."""
import benchexec.result as result
import benchexec.tools.template

# Exit status, verdict line and result belong together.
ANSWERS = {0: ("verdict: true", result.RESULT_TRUE_PROP),
           10: ("verdict: false", result.RESULT_FALSE_REACH),
           5: ("verdict: unknown", result.RESULT_UNKNOWN)}
FAILURES = {1: "usage", 2: "bad input", 6: "internal error"}
MODEL = {"ILP32": "--32", "LP64": "--64"}


class Tool(benchexec.tools.template.BaseTool2):
    def executable(self, tool_locator):
        """In the directory that --tool-directory names, as a build has it, or
        in its folder bin, as an installation has it."""
        try:
            return tool_locator.find_executable("wedge")
        except benchexec.tools.template.ToolNotFoundException:
            return tool_locator.find_executable("wedge", subdir="bin")

    def name(self):
        return "Wedge"

    # project_url is BenchExec's own, None: the tool has no page of its own.

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="wedge")

    def limits(self, rlimits):
        """Limits that the tool keeps by itself, so that it can say how far it
        came. CPU time is at most wall time times cores; with one engine it is
        about wall time, and BenchExec counts it in any case."""
        seconds = [s for s in (rlimits.walltime, rlimits.cputime) if s]
        arguments = ["--time", str(min(seconds))] if seconds else []
        if rlimits.memory:
            arguments += ["--mem", str(rlimits.memory >> 20)]
        return arguments

    def cmdline(self, executable, options, task, rlimits):
        arguments = [executable, *self.limits(rlimits), *options]
        model = (task.options or {}).get("data_model")
        if model in MODEL:
            arguments.append(MODEL[model])
        if task.property_file:
            arguments += ["--property", task.property_file]
        return arguments + list(task.input_files_or_identifier)

    def determine_result(self, run):
        status = run.exit_code.value if run.exit_code.signal is None else None
        if status in ANSWERS:
            start, answer = ANSWERS[status]
            line = next((l for l in run.output if l.startswith(start)), None)
            if line and line.startswith("verdict: false("):
                return line.split(":", 1)[1].strip()  # names the property
            if line:
                return answer
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if status in FAILURES:
            return f"{result.RESULT_ERROR} ({FAILURES[status]})"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """A row of --stats, by its name."""
        for line in output:
            words = line.split()
            if len(words) > 1 and words[0] == identifier:
                return words[1]
        return None
