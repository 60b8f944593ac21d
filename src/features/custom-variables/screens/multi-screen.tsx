import type { ScreenProps } from '#command-kit/declaration.ts'
import { BuilderScreen, type Begun } from '#features/custom-variables/screens/builder-screen.tsx'

/** Defines each value by conditions on any number of variables. */
export default function MultiScreen({ args }: ScreenProps<Begun>) {
  return <BuilderScreen kind="multiple" {...args} />
}
