// Reads lines: one that starts with / brings a regex and its flags, /regex/flags; any other is a text, answered by 1 or 0.
const lines = require("fs").readFileSync(0, "utf8").split("\n").slice(0, -1);
let expression;
let answers = "";
for (const line of lines) {
  if (line.startsWith("/")) {
    const end = line.lastIndexOf("/");
    expression = new RegExp(line.slice(1, end), line.slice(end + 1));
  } else {
    answers += expression.test(line) ? "1" : "0";
  }
}
process.stdout.write(answers);
