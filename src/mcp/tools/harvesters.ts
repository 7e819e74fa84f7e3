import { z } from 'zod';
import { fail } from '#kernel/fail.ts';
import { HarvestOutcome, ReadHarvestersDocument } from '../generated/operations.ts';
import { object, objects, text, tool } from '../tool.ts';
import { idArgument, pageArguments } from '../tool-arguments.ts';

export const readHarvestersTool = tool(ReadHarvestersDocument, {
  name: 'read_harvesters',
  title: 'Read harvesters',
  description:
    'Lists the harvesters, which read other portals, with their last run. With uid, returns why the run of one failed, and what it made of each remote dataset: the outcome, the message, and the metadata that it changed. Needs the rights to create, edit and publish all datasets.',
  arguments: {
    uid: idArgument.optional().describe('The uid or id of one harvester.'),
    outcome: z.enum(HarvestOutcome).optional().describe('With uid: only remote datasets with this outcome.'),
    ...pageArguments,
  },
  output: { harvesters: objects, harvester: object, message: text, datasets: objects },
  variables: ({ uid, outcome, limit }, offset) => ({
    uid: uid ?? '',
    ...(outcome !== undefined && { filter: { outcome: [outcome] } }),
    limit,
    offset,
    withList: uid === undefined,
    withHarvester: uid !== undefined,
  }),
  answer({ harvesters, harvester: found, harvesterErrors }, { uid }, start) {
    if (uid === undefined) {
      const { nodes, totalCount } = harvesters ?? fail('NOT_FOUND');
      return { head: {}, list: { name: 'harvesters', items: nodes, start, total: totalCount } };
    }
    const { harvestedDatasets, ...harvester } = found ?? fail('NOT_FOUND');
    const { nodes, totalCount } = harvestedDatasets;
    return {
      head: { harvester, message: harvesterErrors?.harvester ?? null },
      list: { name: 'datasets', items: nodes, start, total: totalCount },
    };
  },
});
