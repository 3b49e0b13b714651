/* What both programs of lookup.py share: rows of 34 counts in, verdicts and nanoseconds a row out.
 *
 * program ROWS WILD ROUNDS VERDICTS: the file of rows, the wild kind (-1: none), timed rounds, the file to write.
 * Each round judges all rows; the median round is printed. `judge` and `prepare` come from the program. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void prepare(void);
static int judge(const unsigned char *row, int wild);

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
    if (argc != 5) return 2;
    FILE *file = fopen(argv[1], "rb");
    if (!file || fseek(file, 0, SEEK_END)) return 3;
    long rows = ftell(file) / 34, row;
    int wild = atoi(argv[2]), rounds = atoi(argv[3]), round;
    unsigned char *counts = (unsigned char *)malloc(rows * 34 + 1), *verdicts = (unsigned char *)malloc(rows + 1);
    double *taken = (double *)malloc(rounds * sizeof *taken);
    rewind(file);
    if (!counts || !verdicts || !taken || rounds < 1) return 4;
    if (fread(counts, 34, rows, file) != (size_t)rows) return 5;
    fclose(file);
    prepare();
    for (round = -1; round < rounds; round++) {
        clock_t start = clock();
        for (row = 0; row < rows; row++) verdicts[row] = (unsigned char)judge(counts + 34 * row, wild);
        if (round >= 0) taken[round] = (double)(clock() - start) / CLOCKS_PER_SEC * 1e9 / rows;
    }
    qsort(taken, rounds, sizeof *taken, compare);
    printf("%.3f\n", taken[rounds / 2]);
    file = fopen(argv[4], "wb");
    if (!file || fwrite(verdicts, 1, rows, file) != (size_t)rows) return 6;
    return fclose(file) ? 7 : 0;
}
