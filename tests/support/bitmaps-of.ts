import { createBitmapEngine, type BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { createCountAnswers } from '#server/engine/sources/count-answers.ts'
import type { Database } from '#server/platform/db/database.ts'

export function bitmapsOf(database: Database): BitmapEngine {
  return createBitmapEngine(createCountAnswers(database))
}
