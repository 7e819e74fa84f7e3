/** Posts a form, and reports how much of its body is sent, of 1: `fetch` cannot. Fails as `fetch` does where no server is reached. */
export const sendWithProgress = (
  address: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: FormData },
  onProgress: (share: number) => void,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      const { status, statusText } = request;
      const response: unknown = request.response;
      resolve(new Response(response instanceof Blob ? response : null, { status, statusText }));
    });
    request.addEventListener('error', () => reject(new TypeError('The server was not reached.')));
    request.addEventListener('abort', () => reject(new TypeError('The request was stopped.')));
    request.send(body);
  });
