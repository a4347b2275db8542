// rapid-draughts as a process: a line in, a line out. `perft 6` counts positions from the start; `best 7 B:W21,22:B1,K2` answers with
// where its move begins and ends, and the squares it captures on.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const load = createRequire(`${process.env.TOOLS}/package.json`);
const { DraughtsPlayer } = load('rapid-draughts');
const { EnglishDraughts, EnglishDraughtsBitSquare: bits, EnglishDraughtsComputerFactory: computers } = load('rapid-draughts/english');

// The package's bit of each square, by number from 0; found through a board with one piece.
const bitOf = Array.from({ length: 32 }, (_, n) => n).map(
  (number) =>
    Object.values(bits).find((bit) => {
      const game = EnglishDraughts.setup({ board: { light: bit, dark: 0, king: 0 } });
      return game.board.some((square) => square.position === number && square.piece);
    }),
);

function game(fen) {
  const board = { light: 0, dark: 0, king: 0 };
  const [turn, ...sides] = fen.split(':');
  for (const side of sides) {
    const color = side[0] === 'W' ? 'light' : 'dark';
    for (const said of side.slice(1).split(',').filter(Boolean)) {
      const [first, last = first] = said.replaceAll('K', '').split('-').map(Number);
      for (let square = first; square <= last; square += 1) {
        board[color] = (board[color] | bitOf[square - 1]) >>> 0;
        if (said.startsWith('K')) board.king = (board.king | bitOf[square - 1]) >>> 0;
      }
    }
  }
  const player = turn === 'W' ? DraughtsPlayer.LIGHT : DraughtsPlayer.DARK;
  return EnglishDraughts.setup({ player, board, stats: { sinceCapture: 0, sinceNonKingAdvance: 0 } });
}

function perft(engine, depth) {
  if (depth === 0) return 1;
  let all = 0;
  for (const move of engine.moves) {
    const next = engine.clone();
    next.move(move);
    all += perft(next, depth - 1);
  }
  return all;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, depth, fen] = line.split(' ');
  if (verb === 'perft') {
    console.log(perft(EnglishDraughts.setup().engine, Number(depth)));
  } else {
    const { origin, destination, captures } = await computers.alphaBeta({ maxDepth: Number(depth) })(game(fen));
    console.log([origin, destination, ...captures].map((square) => square + 1).join(' '));
  }
}
