import { expect, test } from '@jest/globals';
import { getNamedType, isObjectType, type GraphQLObjectType } from 'graphql';
import { catalogSchema as schema } from '../support/worker/catalog-schema.ts';

const objectTypes = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
const implementsNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node');
const implementsDeletion = (type: GraphQLObjectType) =>
  type.getInterfaces().some(({ name }) => name === 'DeletionPayload');

/** The object types with `uid` that are not nodes, by the reason. */
const notNodes = {
  'They name another object by its key.': ['ConnectionReference', 'HarvestedPart', 'RelatedGroup', 'RelatedProvider'],
  'They are events about an object.': ['CatalogChange', 'DatasetChange'],
  'It confirms what anyone may submit, and shows nothing of the submission.': ['SubmissionReceipt'],
};

test('every object type with a uid is a node, except payloads of deletions and those with a reason', () => {
  const found = objectTypes
    .filter((type) => 'uid' in type.getFields() && !implementsNode(type) && !implementsDeletion(type))
    .map(({ name }) => name);
  expect(found.sort()).toEqual(Object.values(notNodes).flat().sort());
});

/** The fields of payloads that show an item of a list without its edge, by the reason. */
const withoutEdges = {
  'A moderation changes the status of a submission, not its position.': ['ModerationPayload.submission'],
  'Whether a published form is listed depends on the caller and on its quota, not on the change.': ['FormPayload.form'],
  'REST reads the page in its kind; clients read `configuration`.': [
    'PagePayload.codeEditorPageConfiguration',
    'PagePayload.studioPageConfiguration',
  ],
  'Whether a published page is listed depends on the caller and on the publication, not on the change.': [
    'PagePayload.codeEditorPage',
    'PagePayload.studioPage',
  ],
  'The related assets of an asset are a list of relations, which have no identity.': [
    'AssetRelationPayload.source',
    'AssetRelationPayload.use',
  ],
};

test('a payload that shows an item of a list also has its edge, except the dataset of a part and those with a reason', () => {
  const edgeOf = (name: string) => schema.getType(`${name}Edge`);
  const bare = objectTypes
    .filter(({ name }) => name.endsWith('Payload'))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => edgeOf(getNamedType(field.type).name))
        .filter(({ name }) => name !== 'dataset' || type.name === 'DatasetPayload')
        .filter((field) => type.getFields()[`${field.name}Edge`]?.type !== edgeOf(getNamedType(field.type).name))
        .map(({ name }) => `${type.name}.${name}`),
    );
  expect(bare.sort()).toEqual(Object.values(withoutEdges).flat().sort());
});

test('every payload of a deletion has the deleted id', () => {
  const payloads = objectTypes.filter(({ name }) => /^(Delete|Purge|Unlink).*Payload$/.test(name));
  expect(payloads.length).toBeGreaterThan(15);
  expect(payloads.filter((type) => !implementsDeletion(type)).map(({ name }) => name)).toEqual([]);
});
