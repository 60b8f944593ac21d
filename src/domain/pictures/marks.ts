/** Colours of marks by their role; the screen takes them from tokens, files from `FILE_COLOURS`. */
export type Paint =
  | 'bar'
  | 'point'
  | 'match'
  | 'noMatch'
  | 'unknown'
  | 'unknownGround'
  | 'noRecord'
  | 'noRecordGround'
  | 'outline'
  | 'box'
  | 'frame'
  | 'line'
  | 'grid'
  | 'text'
  | 'muted'
  | SeriesPaint

/** Colours of compared groups, in their order. */
export const SERIES = ['series1', 'series2', 'series3', 'series4'] as const
type SeriesPaint = (typeof SERIES)[number]

export type Mark =
  | {
      readonly shape: 'rect'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly paint: Paint
      /** The opacity, 0 to 1: a scale of counts. */
      readonly strength?: number
    }
  | {
      readonly shape: 'line'
      readonly x: number
      readonly y: number
      readonly toX: number
      readonly toY: number
      readonly paint: Paint
    }
  | {
      /** A ring is not filled. */
      readonly shape: 'dot' | 'ring'
      readonly x: number
      readonly y: number
      readonly radius: number
      readonly paint: Paint
      readonly strength?: number
    }
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

/** The rectangle of a bar, a cell or a row, with its words for keyboard and screen reader. */
export interface Area {
  /** The number of the item in reading order; of a grid, row by row with its empty cells. */
  readonly place: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly words: string
}

/** A drawing whose parts can be read one by one. */
export interface ReadableDrawing extends Drawing {
  readonly areas: readonly Area[]
}

export const FONT_SIZE = 12
/** The mean width of a character, to fit texts without a measurement. */
export const CHARACTER = 7

/** Files are for papers: on white, in every colour scheme. The tokens of the light scheme as sRGB. */
export const FILE_COLOURS: Readonly<Record<Paint, string>> = {
  bar: '#7b7fa8',
  point: '#50568c',
  match: '#2673b8',
  noMatch: '#87909c',
  unknown: '#d9921f',
  unknownGround: '#f1f2f5',
  noRecord: '#7c828d',
  noRecordGround: '#e3e5e9',
  outline: '#1b222d',
  box: '#ffffff',
  frame: '#7c828d',
  line: '#3b424d',
  grid: '#e1e4e9',
  text: '#1b222d',
  muted: '#525964',
  series1: '#322474',
  series2: '#209993',
  series3: '#8f204f',
  series4: '#756f1d',
}
