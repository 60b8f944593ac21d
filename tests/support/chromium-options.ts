const executablePath = process.env['CHROMIUM_PATH']

/** Options of Chromium: headless, no network requests of its own. */
export const CHROMIUM_OPTIONS = {
  ...(executablePath !== undefined && { executablePath }),
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
}
