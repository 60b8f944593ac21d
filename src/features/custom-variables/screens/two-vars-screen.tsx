import type { ScreenProps } from '#command-kit/declaration.ts'
import { BuilderScreen, type Begun } from '#features/custom-variables/screens/builder-screen.tsx'

/** Gives every combination of two variables' answers a value. */
export default function TwoVarsScreen({ args }: ScreenProps<Begun>) {
  return <BuilderScreen kind="merge" {...args} />
}
