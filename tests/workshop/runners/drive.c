/* Judges each line of standard input: verb, hand, winning tile, self_draw, ready, event, wild, forbidden, wilds. */
#define _POSIX_C_SOURCE 199309L
#include "hu.c"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char *verdict(int found)
{
    return found == 1 ? "1" : found == 0 ? "0" : found < 0 && found > -5 ? "!" : "?";
}

static int said(const char *field)
{
    return *field ? (*field == '1' ? 1 : -1) : 0;
}

/* Counts as 34 numbers, then melds. */
static void counted(char *text, hu_hand *hand)
{
    int at;
    memset(hand, 0, sizeof *hand);
    for (at = 0; at < 34; at++) hand->tiles[at] = (int)strtol(text, &text, 10);
    while (*text) hand->melds[hand->number_of_melds++] = (int)strtol(text, &text, 10);
}

static void judge(char *line)
{
    char *fields[9];
    int at, error = 0, kinds[34];
    hu_hand hand;
    for (at = 0; at < 9; at++) {
        char *end = line + strcspn(line, "\t\n");
        fields[at] = line;
        line = *end ? end + 1 : end;
        *end = 0;
    }
    if (*fields[0] == 'c') counted(fields[1], &hand);
    else error = hu_read(fields[1], &hand);
    if (error) {
        puts(verdict(error));
        return;
    }
    if (*fields[2]) hand.winning_tile = 1 + atoi(fields[2]);
    hand.self_draw = said(fields[3]);
    hand.ready = said(fields[4]);
    if (*fields[5]) hand.event = fields[5];
    if (*fields[6]) hand.wild = HU_TOLD | strtoull(fields[6], NULL, 10);
    if (*fields[7]) hand.forbidden = HU_TOLD | strtoull(fields[7], NULL, 10);
    hand.wilds = atoi(fields[8]);
    if (*fields[0] != 'w') {
        puts(verdict(hu_wins(&hand)));
        return;
    }
    error = hu_waits(&hand, kinds);
    for (at = 0; at < error; at++) printf("%d ", kinds[at]);
    puts(error < 0 ? verdict(error) : "");
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* How many nanoseconds a text takes, and a hand that has been read: in the best round of many. */
static void measure(char lines[][200], int number)
{
    static hu_hand hands[20000];
    double texts = 1e18, read = 1e18;
    int round, at, won = 0;
    for (round = 0; round < 40; round++) {
        double begin = now(), middle, end;
        for (won = at = 0; at < number; at++) won += hu_read(lines[at], &hands[at]) == 0 && hu_wins(&hands[at]) == 1;
        middle = now();
        for (at = 0; at < number; at++) won += hu_wins(&hands[at]) == 1;
        end = now();
        if (middle - begin < texts) texts = middle - begin;
        if (end - middle < read) read = end - middle;
    }
    printf("%d %.0f %.0f\n", won / 2, texts / number, read / number);
}

int main(int argc, char **argv)
{
    static char lines[20000][200], line[20000];
    int number = 0;
    (void)argv;
    if (argc == 1) while (fgets(line, sizeof line, stdin)) judge(line);
    else while (number < 20000 && fgets(lines[number], sizeof *lines, stdin)) number++;
    if (argc > 1) measure(lines, number);
    return 0;
}
