import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Reads lines: one that starts with / brings a regex; any other is a text, answered by 1 or 0. */
class Judge {
    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var answers = new StringBuilder();
        Pattern expression = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("/")) {
                expression = Pattern.compile(line.substring(1));
            } else {
                answers.append(expression.matcher(line).find() ? '1' : '0');
            }
        }
        System.out.print(answers);
    }
}
