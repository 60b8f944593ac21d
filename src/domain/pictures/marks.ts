/** Colours of marks by their role; the screen takes them from tokens, files from `FILE_COLOURS`. */
export type Paint =
  | 'bar'
  | 'match'
  | 'noMatch'
  | 'unknown'
  | 'unknownGround'
  | 'noRecord'
  | 'noRecordGround'
  | 'box'
  | 'frame'
  | 'line'
  | 'grid'
  | 'text'
  | 'muted'

export type Mark =
  | {
      readonly shape: 'rect'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly paint: Paint
    }
  | {
      readonly shape: 'line'
      readonly x: number
      readonly y: number
      readonly toX: number
      readonly toY: number
      readonly paint: Paint
    }
  | { readonly shape: 'dot'; readonly x: number; readonly y: number; readonly radius: number; readonly paint: Paint }
  | {
      /** A filled polygon. */
      readonly shape: 'area'
      readonly points: readonly (readonly [x: number, y: number])[]
      readonly paint: Paint
    }
  | {
      readonly shape: 'text'
      readonly x: number
      readonly y: number
      readonly anchor: 'start' | 'middle' | 'end'
      readonly text: string
      readonly paint: Paint
    }

/** A picture as data, drawn alike on screen, as SVG and as PNG. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly marks: readonly Mark[]
}

export const FONT_SIZE = 12

/** Files are for papers: on white, in every colour scheme. The tokens of the light scheme as sRGB. */
export const FILE_COLOURS: Readonly<Record<Paint, string>> = {
  bar: '#7b7fa8',
  match: '#2673b8',
  noMatch: '#b4bac4',
  unknown: '#d9921f',
  unknownGround: '#f1f2f5',
  noRecord: '#7c828d',
  noRecordGround: '#e3e5e9',
  box: '#ffffff',
  frame: '#7c828d',
  line: '#3b424d',
  grid: '#e1e4e9',
  text: '#1b222d',
  muted: '#525964',
}
