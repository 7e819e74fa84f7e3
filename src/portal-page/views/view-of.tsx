import type { Address } from '../address.ts';
import type { Removal } from '../rendering.ts';
import { openView, type OpenedView, type ViewRequest } from '../view.tsx';
import { missingView } from './view-parts.tsx';

/** Opens the view of an address. Each view is loaded when it is needed. Where nothing is at the address, the view says so, and what was removed from it. */
export async function viewOf(
  request: ViewRequest,
  address: Address,
  readRemoval: () => Promise<Removal | undefined>,
): Promise<OpenedView> {
  return (await open(request, address)) ?? missingView(await readRemoval());
}

async function open(request: ViewRequest, address: Address): Promise<OpenedView | undefined> {
  switch (address.view) {
    case 'search':
      return openView((await import('./search-view.tsx')).searchView, request, address);
    case 'dataset':
      return openView((await import('./dataset/dataset-view.tsx')).datasetView, request, address);
    case 'record':
      return openView((await import('./dataset/record-view.tsx')).recordView, request, address);
    case 'embed':
      return openView((await import('./dataset/embed-view.tsx')).embedView, request, address);
    case 'forms':
      return openView((await import('./forms-view.tsx')).formsView, request, address);
    case 'form':
      return openView((await import('./form/form-view.tsx')).formView, request, address);
    case 'publications':
      return openView((await import('./publications-view.tsx')).publicationsView, request, address);
    case 'new-dataset':
      return openView((await import('./new-dataset/new-dataset-view.tsx')).newDatasetView, request, address);
    case 'admin':
      return openView((await import('../admin/admin-view.tsx')).adminView, request, address);
    case 'sign-in':
      return openView((await import('./sign-in-view.tsx')).signInView, request, address);
    case 'invitation':
      return openView((await import('./invitation-view.tsx')).invitationView, request, address);
    case 'account':
      return openView((await import('./account-view.tsx')).accountView, request, address);
    case 'page':
      return openView((await import('./page/page-view.tsx')).pageView, request, address);
    case 'glossary':
      return openView((await import('./glossary-view.tsx')).glossaryView, request, address);
    case 'unknown':
      return undefined;
  }
}
