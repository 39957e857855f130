import { type ComponentType, Fragment, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Loading } from '../../../ui/Skeleton.tsx'
import { useLazyModule } from '../../../ui/useLazyModule.ts'

export interface Tab {
  label: string
  children: ReactNode
}

const arrowSteps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs of a record. An opened tab stays mounted; a single tab shows a heading instead. */
export function Tabs({ tabs }: { tabs: readonly Tab[] }) {
  const [current, setShown] = useState(0)
  const [openedTabs, setOpened] = useState([0])
  const id = useId()
  const show = (index: number) => {
    setShown(index)
    setOpened((before) => [...new Set([...before, index])])
    document.getElementById(`${id}${index}`)?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const step = arrowSteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    show((current + step + tabs.length) % tabs.length)
  }
  if (tabs.length === 1)
    return tabs.map(({ label, children }) => (
      <Fragment key={label}>
        <h2 className="mb-4 text-lg font-bold">{label}</h2>
        {children}
      </Fragment>
    ))
  return (
    <>
      <div role="tablist" className="mb-4 flex flex-wrap gap-x-2 border-b border-line">
        {tabs.map(({ label }, index) => (
          <button
            key={label}
            id={`${id}${index}`}
            type="button"
            role="tab"
            aria-selected={index === current}
            aria-controls={`${id}${index}-panel`}
            tabIndex={index === current ? 0 : -1}
            onClick={() => show(index)}
            onKeyDown={press}
            className={cx(
              '-mb-px min-h-11 border-b-2 px-3 text-lg font-bold',
              index === current ? 'border-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ label, children }, index) => (
        <div
          key={label}
          id={`${id}${index}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}${index}`}
          hidden={index !== current}
        >
          {openedTabs.includes(index) && children}
        </div>
      ))}
    </>
  )
}

/** Creates a tab's content that loads when first shown; a failure leaves a retry button. `name` has its article. */
export function lazyTab<Props extends object>(name: string, load: () => Promise<ComponentType<Props>>) {
  return function LazyTab(props: Props) {
    const [isEnabled, setIsEnabled] = useState(true)
    const loaded = useLazyModule(
      isEnabled,
      name,
      async () => ({ Content: await load() }),
      () => setIsEnabled(false),
    )
    if (loaded) return <loaded.Content {...props} />
    if (isEnabled) return <Loading label={`Cargando ${name.replace(/^\w+ /, '')}…`} />
    return <Button onClick={() => setIsEnabled(true)}>Reintentar</Button>
  }
}
