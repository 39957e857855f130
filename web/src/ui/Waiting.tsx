import { cx } from './cx.ts'

interface Props {
  text: string
  /** What comes quickly shows nothing. */
  late?: boolean
}

/** A whole page that waits, and says for what. */
export function Waiting({ text, late = false }: Props) {
  return (
    <main className={cx('grid min-h-dvh place-items-center', late && 'appears-late')}>
      <h1 className="text-muted">
        <output>{text}</output>
      </h1>
    </main>
  )
}
