import { root } from '#api/reading/declare-fields.ts';
import { listCriteria, timeRange } from '#api/reading/declare-list.ts';
import { source } from '#api/reading/declare-source.ts';
import { caller, requirePermission, type Session } from '#api/session.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { ThemeImage } from './theme-image.type.ts';

/** The rights of which one is needed to list, upload and delete images. */
const permissions = ['edit_page', 'create_page', 'edit_theme'] as const;

/** Fails UNAUTHORIZED without a key, and PERMISSION_DENIED for callers who may design neither pages nor the portal. */
export const requireDesigner = (session: Session): void => {
  requirePermission(session, ...permissions);
};

const pathOf = (image: Sql): Sql => sql`'/assets/theme_image/' || ${image}.name`;

/** Images, the newest first, ties by name. Their names need no escaping in an address. */
export const themeImages = source(ThemeImage, {
  table: 'theme_image',
  key: 'name',
  columns: {
    path: pathOf,
    url: (image) => sql`concat(${caller.address}, ${pathOf(image)})`,
    pixelWidth: 'width',
    pixelHeight: 'height',
    sha256: 'blob_key',
  },
  order: {
    by: [
      { column: 'created_at', type: 'timestamptz' },
      { column: 'name', type: 'text' },
    ],
    descending: true,
  },
  visible: (session) => sqlText(permissions.some((each) => session.permissions.has(each)) ? 'true' : 'false'),
});

/** How an image is found. */
const themeImageList = listCriteria({
  source: themeImages,
  name: 'ThemeImage',
  items: 'images',
  filter: { createdAt: timeRange('created_at', 'When it was uploaded.') },
  orders: { NAME: { column: 'name', type: 'text', description: 'The name.' } },
});

/** The list of the images. */
export const themeImagesRoot = root({
  field: 'themeImages',
  source: themeImages,
  returns: 'page',
  authorize: requireDesigner,
  description:
    'The images of the portal, by default the newest first. Needs `edit_page`, `create_page` or `edit_theme`, else null with an error.',
  list: themeImageList,
});
