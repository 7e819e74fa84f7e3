/** The properties of styles that a saved chart keeps as attributes. */
const kept = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'font-size',
  'font-weight',
  'opacity',
] as const;

/** The text of an SVG file that looks as a chart does now. */
export function svgTextOf(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return '';
  const [originals, copies] = [chart.querySelectorAll('*'), copy.querySelectorAll('*')];
  originals.forEach((original, index) => {
    const style = getComputedStyle(original);
    for (const name of kept) copies[index]?.setAttribute(name, style.getPropertyValue(name));
    copies[index]?.removeAttribute('class');
  });
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const { width, height } = chart.viewBox.baseVal;
  const attributes = {
    width: String(width),
    height: String(height),
    fill: getComputedStyle(document.body).backgroundColor,
  };
  for (const [name, value] of Object.entries(attributes)) background.setAttribute(name, value);
  copy.prepend(background);
  const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  title.textContent = chart.getAttribute('aria-label');
  copy.prepend(title);
  copy.removeAttribute('class');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('font-family', 'system-ui, sans-serif');
  return new XMLSerializer().serializeToString(copy);
}

/** How many pixels of a PNG are one of the page: prints need more than screens. */
const pixelRatio = 2;

/** The PNG of a chart. */
export async function pngOf(chart: SVGSVGElement): Promise<Blob> {
  const { width, height } = chart.viewBox.baseVal;
  const url = URL.createObjectURL(new Blob([svgTextOf(chart)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
      width: width * pixelRatio,
      height: height * pixelRatio,
    });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob) resolve(blob);
        else reject(new Error('The browser makes no picture of this chart.'));
      });
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Saves a file in the folder of downloads. */
export function saveFile(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: filename }).click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}
