import process from 'node:process'
import { main } from '#terminal/main.ts'

// A reader such as `| head` may close the pipe.
process.stdout.on('error', () => process.exit(0))
process.exitCode = await main(process.argv.slice(2))
