// Judges each line of standard input: verb, hand, winning tile, self_draw, ready, event, wild, forbidden, wilds.
// node drive.mjs FILE reads the runner as a module of Node; with "page", as a module that has no more than a page has.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import vm from "node:vm";

const [file, how] = process.argv.slice(2);

async function inPage() {
  const module = new vm.SourceTextModule(readFileSync(file, "utf-8"), { context: vm.createContext({ atob }) });
  await module.link(name => { throw new Error(`imports ${name}`); });
  await module.evaluate();
  return module.namespace;
}

const { KINDS, read, waits, wins } = how === "page" ? await inPage() : await import(pathToFileURL(file).href);
const CODES = ["unreadable", "untold", "tooWild", "other"];

function named(mask) {
  return KINDS.filter((name, kind) => BigInt(mask) >> BigInt(kind) & 1n).join("");
}

function judge([verb, hand, winningTile, selfDraw, ready, event, wild, forbidden, wilds]) {
  const told = {};
  if (winningTile) told.winningTile = KINDS[winningTile];
  if (selfDraw) told.selfDraw = selfDraw === "1";
  if (ready) told.ready = ready === "1";
  if (event) told.event = event;
  if (wild) told.wild = named(wild);
  if (forbidden) told.forbidden = named(forbidden);
  if (wilds) told.wilds = Number(wilds);
  const numbers = hand.split(" ").map(Number);
  const met = verb === "c" ? { tiles: numbers.slice(0, 34), melds: numbers.slice(34) } : hand;
  try {
    return verb === "w" ? waits(met, told).map(name => `${KINDS.indexOf(name)} `).join("") : wins(met, told) ? "1" : "0";
  } catch (error) {
    if (!CODES.includes(error.code)) throw error;
    return "!";
  }
}

function measure(texts) {
  const hands = texts.map(read), best = [Infinity, Infinity];
  let won;
  for (let round = 0; round < 40; round++) {
    won = 0;
    [texts, hands].forEach((asked, which) => {
      const begin = process.hrtime.bigint();
      for (const hand of asked) won += wins(hand);
      best[which] = Math.min(best[which], Number(process.hrtime.bigint() - begin));
    });
  }
  console.log(won / 2, ...best.map(time => Math.round(time / texts.length)));
}

const lines = readFileSync(0, "utf-8").split("\n").slice(0, -1);
if (how === "speed") measure(lines);
else process.stdout.write(lines.map(line => judge(line.split("\t")) + "\n").join(""));
