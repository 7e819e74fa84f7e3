import { defineEntity, p } from '@mikro-orm/core';
import { BlobEntity } from '#blobs/index.ts';

/** An image under a name of its own, to which pages and the look of the portal refer. */
const schema = defineEntity({
  name: 'ThemeImage',
  tableName: 'theme_image',
  properties: {
    name: p.string().primary(),
    mediaType: p.text(),
    /** The size in pixels; null for an SVG, and where the file does not have it. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    blob: () => p.manyToOne(BlobEntity).joinColumn('blob_key').deleteRule('restrict').index(),
    bytes: p.integer(),
    createdAt: p.datetime(),
  },
  indexes: [{ properties: ['createdAt', 'name'] }],
});
export class ThemeImageEntity extends schema.class {}
schema.setClass(ThemeImageEntity);
