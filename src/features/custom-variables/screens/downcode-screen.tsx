import type { ScreenProps } from '#command-kit/declaration.ts'
import { BuilderScreen, type Begun } from '#features/custom-variables/screens/builder-screen.tsx'

/** Turns the answers to one variable into fewer, plainer values. */
export default function DowncodeScreen({ args }: ScreenProps<Begun>) {
  return <BuilderScreen kind="downcode" {...args} />
}
