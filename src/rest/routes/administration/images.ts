import { ListThemeImagesDocument, UploadThemeImageDocument } from '#rest/generated/operations.ts';
import { fileInBody, pageVariables } from '#rest/request/request-value.ts';
import { createdObject, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/** The images of the portal (docs/contract/administration.md 6). */
export const imageRoutes = [
  route(ListThemeImagesDocument, {
    operationId: 'ListImages',
    method: 'GET',
    path: '/medias/images/',
    needs: { rights: ['design'] },
    variables: pageVariables,
    respond: page('themeImages'),
  }),
  route(UploadThemeImageDocument, {
    operationId: 'UploadImage',
    method: 'POST',
    path: '/medias/images/',
    needs: { rights: ['design'] },
    variables: { input: { file: fileInBody } },
    respond: createdObject('uploadThemeImage.themeImage'),
  }),
];
