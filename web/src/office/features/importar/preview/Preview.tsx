import type { ReactNode } from 'react'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Loading, Skeleton } from '../../../../ui/Skeleton.tsx'
import { sourcesOf, type Work, withColumn } from '../importDraft.ts'
import { Paso } from '../Step.tsx'
import type { Revision } from '../useImportPreview.ts'
import type { Traer } from '../useSubmitImport.ts'
import { Columnas } from './ColumnMapping.tsx'
import { Cuentas } from './Counts.tsx'
import { Opciones } from './Options.tsx'
import { Vista } from './PreviewTable.tsx'
import { Fallas } from './RowErrors.tsx'
import { Importar } from './SubmitStep.tsx'
import { Valores } from './ValueMapping.tsx'

interface Props {
  work: Work
  revision: Revision
  traer: Traer
  onChange: (part: Partial<Work>) => void
  onSheet: (hoja: string) => void
  onBring: () => void
}

/** What would happen to each row, what of the sheet is read as what, and the press that brings it in. */
export function Revisa({ work, revision, traer, onChange, onSheet, onBring }: Props) {
  const { data, failure, busy, part, again } = revision
  const sources = data && sourcesOf(work, data)
  return (
    <>
      <Paso number={2} title="Revisa">
        <div className="grid gap-4">
          {failure && (
            <Banner
              kind="error"
              title="No se pudo revisar el archivo"
              action={failure.passing && <Button onClick={again}>Reintentar</Button>}
            >
              {failure.message}
            </Banner>
          )}
          {!data && busy && <Reading name={work.file.name} part={part} />}
          {data && sources && (
            <>
              <div className="flex flex-wrap items-end justify-between gap-4">
                <Stale busy={busy}>
                  <Cuentas data={data} busy={busy} />
                </Stale>
                <Opciones work={work} data={data} onChange={onChange} onSheet={onSheet} />
              </div>
              {data.detalle.length > 0 && (
                <Stale busy={busy}>
                  <Fallas data={data} />
                </Stale>
              )}
              <Columnas
                tipo={work.tipo}
                columnas={data.columnas}
                sources={sources}
                onChoose={(columna, campo) => onChange({ sources: withColumn(sources, columna, campo) })}
              />
              <Valores
                key={work.id}
                tipo={work.tipo}
                sources={sources}
                onChange={(next) => onChange({ sources: next })}
              />
              {data.vista.length > 0 && (
                <Stale busy={busy}>
                  <Vista data={data} />
                </Stale>
              )}
            </>
          )}
        </div>
      </Paso>
      {data && (
        <Importar work={work} data={data} isReady={!busy && !failure} traer={traer} onBring={onBring} />
      )}
    </>
  )
}

/** What was said of other columns, until it is said anew. */
const Stale = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <div aria-busy={busy} className={cx('min-w-0 transition-opacity', busy && 'opacity-60')}>
    {children}
  </div>
)

function Reading({ name, part }: { name: string; part: number }) {
  return (
    <>
      <Loading label={`Revisando ${name}…`} />
      <div aria-hidden="true" className="grid gap-4">
        <p className="appears-late text-muted">
          {part > 0 && part < 1 ? `Enviando ${Math.round(part * 100)} %` : 'Revisando el archivo…'}
        </p>
        <Skeleton className="h-7 w-3/5" />
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} className="h-10 rounded-ui" />
        ))}
      </div>
    </>
  )
}
