import { execFileSync, spawnSync } from 'node:child_process'

/** An interpreter for a bundle's scripts, or null. */
export interface ScriptTool {
  readonly program: string
  readonly run: (folder: string, script: string) => string
}

function toolOf(program: string, probe: readonly string[], toRun: (script: string) => string[]): ScriptTool | null {
  if (spawnSync(program, [...probe]).status !== 0) return null
  const run: ScriptTool['run'] = (folder, script) =>
    execFileSync(program, toRun(script), { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  return { program, run }
}

/** Python with pandas: `PYTHON`, or from the path. */
export const PYTHON = toolOf(process.env['PYTHON'] ?? 'python3', ['-c', 'import pandas'], (script) => ['-c', script])
/** Python with numpy: `PYTHON`, or from the path. */
export const NUMPY = toolOf(process.env['PYTHON'] ?? 'python3', ['-c', 'import numpy'], (script) => ['-c', script])
/** R: `RSCRIPT`, or from the path. */
export const R = toolOf(process.env['RSCRIPT'] ?? 'Rscript', ['--version'], (script) => ['-e', script])
