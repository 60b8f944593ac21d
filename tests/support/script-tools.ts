import { execFileSync, spawnSync } from 'node:child_process'

/** An interpreter for a bundle's scripts, or null. */
export interface ScriptTool {
  readonly program: string
  readonly run: (folder: string, script: string, input?: string) => string
}

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

function toolOf(program: string, probe: readonly string[], toRun: (script: string) => string[]): ScriptTool | null {
  if (spawnSync(program, [...probe]).status !== 0) return null
  const run: ScriptTool['run'] = (folder, script, input = '') =>
    execFileSync(program, toRun(script), {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      input,
      maxBuffer: OUTPUT_BYTES_MAX,
    })
  return { program, run }
}

/** Python with pandas: `PYTHON`, or from the path. */
export const PYTHON = toolOf(process.env['PYTHON'] ?? 'python3', ['-c', 'import pandas'], (script) => ['-c', script])
/** Python with numpy: `PYTHON`, or from the path. */
export const NUMPY = toolOf(process.env['PYTHON'] ?? 'python3', ['-c', 'import numpy'], (script) => ['-c', script])
/** Python with SciPy (and numpy): `PYTHON`, or from the path. */
export const SCIPY = toolOf(process.env['PYTHON'] ?? 'python3', ['-c', 'import scipy'], (script) => ['-c', script])
/** PSPP, which runs files of SPSS syntax, from the path. */
export const PSPP = toolOf('pspp', ['--version'], (script) => ['-b', '-o', '-', script])
/** R: `RSCRIPT`, or from the path. */
export const R = toolOf(process.env['RSCRIPT'] ?? 'Rscript', ['--version'], (script) => ['-e', script])
