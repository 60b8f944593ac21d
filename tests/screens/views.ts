import type { Page } from '@playwright/test'

type Media = Parameters<Page['emulateMedia']>[0]

/** A view: window, colours and motion. */
export interface View {
  readonly name: string
  readonly media: Media
}

export interface Window {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Device pixel ratio. */
  readonly scale: number
  readonly views: readonly View[]
}

const LIGHT: Media = { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' }
const light = { name: 'light', media: LIGHT }
const dark = { name: 'dark', media: { ...LIGHT, colorScheme: 'dark' } } as const

/** The window for printed states alone. */
export const PAPER = 'paper'

/** One load for each window; colours and motion are emulated. */
export const WINDOWS: readonly Window[] = [
  {
    name: '1440',
    width: 1440,
    height: 900,
    scale: 1,
    views: [
      light,
      dark,
      { name: 'forced', media: { ...LIGHT, forcedColors: 'active' } },
      { name: 'still', media: { ...LIGHT, reducedMotion: 'reduce' } },
    ],
  },
  { name: '1920', width: 1920, height: 1080, scale: 1, views: [light] },
  { name: '390', width: 390, height: 844, scale: 1, views: [light, dark] },
  // A window of 1440 x 900 at 200 %.
  { name: 'zoom', width: 720, height: 450, scale: 2, views: [light] },
  // A4 without margins of 1 cm, at 96 pixels per inch.
  { name: PAPER, width: 718, height: 1047, scale: 1, views: [{ name: 'print', media: { ...LIGHT, media: 'print' } }] },
]
