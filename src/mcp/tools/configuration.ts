import { fail } from '#kernel/fail.ts';
import { toCamelCase } from '#kernel/text.ts';
import { ReadConfigurationDocument, type ReadConfigurationQuery } from '../generated/operations.ts';
import { count, flag, object, objects, text, tool } from '../tool.ts';
import { cursorArgument, datasetIdArgument } from '../tool-arguments.ts';

export const readConfigurationTool = tool(ReadConfigurationDocument, {
  name: 'read_configuration',
  title: 'Read a configuration',
  description:
    'Reads the whole configuration of a dataset that you may edit, published or not, in the form of the changes of plan_change: edit what it returns, and plan it. Secrets are null and stay.',
  arguments: { datasetId: datasetIdArgument, cursor: cursorArgument },
  output: {
    uid: text,
    datasetId: text,
    revision: count,
    isPublished: flag,
    configuration: object,
    omitted: object,
    sources: objects,
  },
  variables: ({ datasetId }) => ({ datasetId }),
  answer: ({ datasets }) => ({ head: describeConfiguration(datasets?.nodes[0] ?? fail('NOT_FOUND')) }),
});

type ConfiguredDataset = NonNullable<ReadConfigurationQuery['datasets']>['nodes'][number];

/** A dataset with its configuration in the form of the input of a change. Parts that cannot be planned back are left out, with the reason. */
function describeConfiguration({ uid, datasetId, revision, isPublished, ...dataset }: ConfiguredDataset): object {
  const { metadata, processors, fieldConfigurations, resources, schedules, isRestricted, defaultSecurity } = dataset;
  const { canManage, userRulesets, groupRulesets } = dataset;
  const omitted = {
    ...(!isWhole(schedules) && { schedules: tooMany }),
    ...(!(isWhole(userRulesets) && isWhole(groupRulesets)) && { rulesets: tooMany }),
    ...(!canManage && { rulesets: 'Only those who may manage the dataset change them.' }),
  };
  const configuration = {
    metadata,
    resources: resources.nodes.map(({ displayName: _displayName, datasource, ...resource }) => ({
      ...resource,
      datasource: datasource && underKind(datasource),
      // that of a realtime resource contains its key, and is no setting
      url: resource.type === 'realtime' ? null : resource.url,
    })),
    processors: processors.nodes,
    fields: fieldConfigurations.nodes.map(({ uid: fieldUid, type, label, ...settings }) => ({
      uid: fieldUid,
      label,
      configuration: { [type]: settings },
    })),
    schedules: schedules.nodes,
    isRestricted,
    defaultSecurity,
    rulesets: [
      ...userRulesets.nodes.map(({ user: { username }, ...ruleset }) => ({ grantee: { username }, ...ruleset })),
      ...groupRulesets.nodes.map(({ group, ...ruleset }) => ({ grantee: { groupUid: group.uid }, ...ruleset })),
    ],
  };
  const readable = Object.entries(configuration).filter(([part]) => !(part in omitted));
  const sources = resources.nodes.map(({ uid: resourceUid, displayName }) => ({ uid: resourceUid, displayName }));
  return { uid, datasetId, revision, isPublished, configuration: Object.fromEntries(readable), omitted, sources };
}

/** A datasource in the form of its input: its fields, under the name of its kind. */
const underKind = ({ type, ...fields }: { readonly type: string }): object => ({ [toCamelCase(type)]: fields });

const tooMany = 'There are more than can be read here, so a plan can update them, and cannot replace them.';

/** Whether all items of a list were read. */
const isWhole = ({ nodes, totalCount }: { readonly nodes: readonly unknown[]; readonly totalCount: number }): boolean =>
  nodes.length === totalCount;
