import { wireRequest } from '../load/driver.ts';
import { rotated } from '../load/measure.ts';
import { medianOf, runRound, type Measurement, type RoundTools } from '../load/run-round.ts';
import { contenderNames, type ContenderName, type Contenders } from './contender.ts';
import type { Exploration, ExploreFacts } from './exploration.ts';
import type { ExploreOptions } from './options.ts';

/** How one contender did: when nothing else was asked, and under load. */
export interface Explored {
  readonly alone: Measurement;
  /** Undefined for a slow operation. */
  readonly together: Measurement | undefined;
}

/** An operation with what was measured. */
export interface ExplorationResult {
  readonly exploration: Exploration;
  readonly explored: Readonly<Partial<Record<ContenderName, Explored>>>;
}

/** More than a slow operation is asked in a round, so that none of its requests comes twice. */
const requestsPerRound = 400;

/** Asks the contenders in turns, each round in another order, after a round that is not measured. Returns the medians. */
export async function measureExploration(
  tools: RoundTools,
  options: ExploreOptions,
  contenders: Contenders,
  facts: ExploreFacts,
  exploration: Exploration,
): Promise<ExplorationResult> {
  const { connections, rounds, alone, together, warmUp } = options;
  const names = contenderNames.filter((name) => exploration.asked[name]);
  const ask = async (name: ContenderName, round: number, seconds: number, over: number) => {
    const asked = exploration.asked[name];
    const requests = Array.from({ length: requestsPerRound }, (_, at) =>
      asked ? wireRequest(contenders[name], asked.call(facts, round * requestsPerRound + at), 'anonymous') : '',
    );
    return runRound(tools, contenders[name], { requests, seconds, connections: over });
  };

  const found = new Map(names.map((name) => [name, { alone: [], together: [] } as Rounds]));
  for (const name of names) {
    await ask(name, rounds, warmUp, 1);
    if (!exploration.isSlow) await ask(name, rounds, warmUp, connections);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of rotated(names, round)) {
      found.get(name)?.alone.push(await ask(name, round, alone, 1));
      if (!exploration.isSlow) found.get(name)?.together.push(await ask(name, round, together, connections));
    }
  }
  const explored = [...found].map(([name, { alone, together }]) => [
    name,
    { alone: medianOf(alone), together: together.length > 0 ? medianOf(together) : undefined },
  ]);
  return { exploration, explored: Object.fromEntries(explored) as ExplorationResult['explored'] };
}

interface Rounds {
  readonly alone: Measurement[];
  readonly together: Measurement[];
}
