import type { ScreenProps } from '#command-kit/declaration.ts'
import { BuilderScreen, type Begun } from '#features/custom-variables/screens/builder-screen.tsx'

/** Assigns a value to each combination of two variables' answers. */
export default function TwoVarsScreen({ args }: ScreenProps<Begun>) {
  return <BuilderScreen kind="merge" {...args} />
}
