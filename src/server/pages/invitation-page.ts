import { encode } from 'html-entities';

/** The Content-Security-Policy of the page, which loads nothing and sends its form to this service. */
export const invitationPolicy = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The link of an invitation where the service has no portal: a button redeems it, for programs open the links of mails as well. */
export const invitationPage = (action: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Your invitation</title>
</head>
<body>
<main>
<h1>Your invitation</h1>
<form method="post" action="${encode(action)}"><button type="submit">Accept the invitation</button></form>
</main>
</body>
</html>
`;
