import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Judges each line of standard input: verb, hand, winning tile, self_draw, ready, event, wild, forbidden, wilds. */
final class DriveHu {
    private DriveHu() {
    }

    private static Boolean said(String field) {
        return field.isEmpty() ? null : Boolean.valueOf(field.equals("1"));
    }

    private static HuRules.Hand counted(String text) {
        HuRules.Hand hand = new HuRules.Hand();
        String[] numbers = text.split(" ");
        for (int at = 0; at < numbers.length; at++) {
            if (at < 34) {
                hand.tiles[at] = Integer.parseInt(numbers[at]);
            } else {
                hand.melds.add(Integer.valueOf(numbers[at]));
            }
        }
        return hand;
    }

    private static String judge(String line) {
        String[] fields = line.split("\t", -1);
        try {
            HuRules.Hand hand = fields[0].equals("c") ? counted(fields[1]) : HuRules.read(fields[1]);
            if (!fields[2].isEmpty()) {
                hand.winningTile = Integer.valueOf(fields[2]);
            }
            hand.selfDraw = said(fields[3]);
            hand.ready = said(fields[4]);
            hand.event = fields[5].isEmpty() ? null : fields[5];
            hand.wild = fields[6].isEmpty() ? null : Long.valueOf(fields[6]);
            hand.forbidden = fields[7].isEmpty() ? null : Long.valueOf(fields[7]);
            hand.wilds = fields[8].isEmpty() ? 0 : Integer.parseInt(fields[8]);
            if (fields[0].equals("w")) {
                return HuRules.waits(hand).stream().map(kind -> kind + " ").collect(Collectors.joining());
            }
            return HuRules.wins(hand) ? "1" : "0";
        } catch (IllegalArgumentException error) {
            return error.getClass() == IllegalArgumentException.class ? "!" : "?";
        }
    }

    private static void measure(List<String> texts) {
        List<HuRules.Hand> hands = texts.stream().map(HuRules::read).collect(Collectors.toList());
        long byText = Long.MAX_VALUE, byHand = Long.MAX_VALUE;
        int won = 0;
        for (int round = 0; round < 40; round++) {
            won = 0;
            long begin = System.nanoTime();
            for (String text : texts) {
                won += HuRules.wins(text) ? 1 : 0;
            }
            long middle = System.nanoTime();
            for (HuRules.Hand hand : hands) {
                won += HuRules.wins(hand) ? 1 : 0;
            }
            byText = Math.min(byText, middle - begin);
            byHand = Math.min(byHand, System.nanoTime() - middle);
        }
        System.out.println(won / 2 + " " + byText / texts.size() + " " + byHand / texts.size());
    }

    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        List<String> lines = reader.lines().collect(Collectors.toList());
        if (args.length > 0) {
            measure(lines);
            return;
        }
        System.out.print(lines.stream().map(line -> judge(line) + "\n").collect(Collectors.joining()));
    }
}
