"""The other programs. Each has a name and a strength, and answers a position with a move: where it begins, its landings if they are
known (otherwise the last one), and the squares it captures on if they are known."""

import subprocess
from pathlib import Path

# Positions of English draughts so many moves from the start.
COUNTS = [7, 49, 302, 1469, 7361, 36768]


class Rapid:
    """rapid-draughts (npm): alpha-beta to a fixed depth, with captures searched to their end. It knows nothing of repetition."""

    name = "rapid-draughts"
    unit = "depth"

    def __init__(self, strength, seed):
        self.strength = strength
        self.process = subprocess.Popen(
            ["node", str(Path(__file__).parent / "rapid.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        counted = [int(self.ask(f"perft {depth + 1}")) for depth in range(len(COUNTS))]
        if counted != COUNTS:
            raise SystemExit(f"rapid-draughts plays by other rules: it counts {counted}, not {COUNTS}")

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def begin(self, opening, match):
        """Nothing is kept from match to match."""

    def played(self, begins, landings):
        """The position says it all."""

    def choose(self, fen):
        begins, last, *captured = map(int, self.ask(f"best {self.strength} {fen}").split())
        return begins, [last], set(captured)

    def gives_up(self):
        return False

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class Spiel:
    """OpenSpiel's Monte Carlo tree search on its `checkers`, with random playouts. It counts a draw after 40 moves without a capture."""

    name = "OpenSpiel MCTS"
    unit = "simulations"

    def __init__(self, strength, seed):
        import pyspiel

        self.pyspiel = pyspiel
        self.strength, self.seed = strength, seed
        self.game = pyspiel.load_game("checkers")
        self.state = self.game.new_initial_state()
        counted = [perft(self.state, depth + 1) for depth in range(5)]
        if counted != COUNTS[:5]:
            raise SystemExit(f"OpenSpiel plays by other rules: it counts {counted}, not {COUNTS[:5]}")

    def begin(self, opening, match):
        evaluator = self.pyspiel.RandomRolloutEvaluator(1, self.seed + match)
        self.bot = self.pyspiel.MCTSBot(self.game, evaluator, 1.4, self.strength, 200, True, self.seed + match, False)
        self.state = self.game.new_initial_state()
        for move in opening:
            begins, ends = map(int, move.split("-"))
            self.played(begins, [ends])

    def played(self, begins, landings):
        """Finds the jumps that lead to the landings; each is a move of its own here."""
        self.state = next(filter(None, follow(self.state, begins, landings[-1], landings, 0)))

    def choose(self, fen):
        mover, state, path = self.state.current_player(), self.state.clone(), []
        while not state.is_terminal() and state.current_player() == mover:
            action = self.bot.step(state)
            path.append(squares(state.action_to_string(action)))
            state.apply_action(action)
        return path[0][0], [ends for _, ends in path], None

    def gives_up(self):
        """It takes the match for drawn, or for over."""
        return self.state.is_terminal()

    def close(self):
        pass


def perft(state, depth):
    if state.is_terminal() or depth == 0:
        return int(depth == 0)
    return sum(perft(state.child(action), depth - 1) for action in state.legal_actions())


def follow(state, begins, ends, landings, jumps):
    """Yields the states after the moves of one turn that begin and end so, those with just these landings first."""
    mover = state.current_player()
    found = []
    for action in state.legal_actions():
        first, last = squares(state.action_to_string(action))
        if first != begins:
            continue
        after = state.child(action)
        if after.is_terminal() or after.current_player() != mover:
            if last == ends:
                found.append((len(landings) == jumps + 1, after))
        elif len(landings) < 2 or last == landings[min(jumps, len(landings) - 1)]:
            found.extend((True, it) for it in follow(after, last, ends, landings, jumps + 1))
    for _, after in sorted(found, key=lambda it: not it[0]):
        yield after


def squares(said):
    """Reads `a3b4`; OpenSpiel's first player sits below, ours above."""
    return tuple(number(9 - "abcdefgh".index(said[n]) - 1, 9 - int(said[n + 1])) for n in (0, 2))


def number(file, rank):
    return 4 * (8 - rank) + (file - 1) // 2 + 1
