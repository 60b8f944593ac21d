import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The given Chromium, the one on the path, or Playwright's. @returns {string | undefined} */
export function findChromium() {
  const candidates = [
    process.env.CHROMIUM_PATH,
    // Without a window system it takes two thirds of the time.
    onPath('chromium-headless-shell'),
    onPath('chromium'),
    onPath('chromium-browser'),
    onPath('google-chrome'),
  ]
  try {
    candidates.push(chromium.executablePath())
  } catch {
    // Playwright has no browser for this platform.
  }
  return candidates.find((path) => path && existsSync(path))
}

/** @param {string} name @returns {string | undefined} */
export function onPath(name) {
  const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
