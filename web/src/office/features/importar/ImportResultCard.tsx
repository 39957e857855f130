import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { importLists } from './importLists.ts'
import type { ImportResult } from './importRequests.ts'
import { useUndoImport } from './useUndoImport.ts'

interface Props {
  result: ImportResult
  onUndone: (result: ImportResult) => void
}

export function ImportResultCard({ result: { importacion, message }, onUndone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const deshacer = useUndoImport()
  const { id, tipo, nombre } = importacion
  const { title, href } = importLists[tipo]
  // The submit button, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), [id])
  const undo = () =>
    deshacer.ask(importacion, (undone) => onUndone({ importacion: undone, message: 'Importación deshecha.' }))
  return (
    <section
      aria-label="Resultado"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-ui border border-line bg-card p-4 shadow-soft md:p-6"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-good-soft text-good">
        <CircleCheck aria-hidden="true" className="size-7" />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
          {message}
        </h2>
        <p className="line-clamp-2 wrap-anywhere text-muted" title={nombre}>
          {title} · {nombre}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {deshacer.can(importacion) && (
          <Button onClick={() => void undo()}>
            <Undo2 aria-hidden="true" className="size-4.5" />
            Deshacer
          </Button>
        )}
        <Link href={href} className={buttonClass()}>
          Ver {title.toLowerCase()}
        </Link>
      </div>
    </section>
  )
}
