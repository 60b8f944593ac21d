const executablePath = process.env['CHROMIUM_PATH']

/** How Chromium is started wherever it is: it has no screen, and asks nobody else for anything. */
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
