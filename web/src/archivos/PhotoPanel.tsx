import type { Archivo } from '@flota/contract/archivos.ts'
import FileIcon from 'lucide-react/icons/file'
import ImageOff from 'lucide-react/icons/image-off'
import { useRef, useState } from 'react'
import { useConfig } from '../api/config.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import type { ArchivosCalls } from './ArchivosCalls.ts'
import './archivos.css'
import { Viewer } from './FileViewer.tsx'
import { isFoto } from './fileTexts.ts'
import { useArchivos } from './useArchivos.ts'
import { type Contenidos, useContenidos } from './useFileContents.ts'
import { useShown } from './useLazyObjectUrl.ts'

interface Props {
  /** The record's id: another one has other files. */
  of: number
  /** Whose photo it is, for screen readers. */
  name: string
  list: ArchivosCalls['list']
}

interface PartProps extends Props {
  load: Contenidos['load']
}

/** The photo of a record, large enough to be read beside it; what was read stays for the way back. */
export function FotoPanel(props: Props) {
  const { load } = useContenidos()
  return <Grande key={props.of} {...props} load={load} />
}

/** A small picture of it, to be pressed. */
export function Miniatura(props: Props) {
  const { load } = useContenidos()
  return <Chica key={props.of} {...props} load={load} />
}

function Grande({ name, list, load }: PartProps) {
  const { archivos, error, again } = useArchivos(list)
  const fotos = archivos?.toSorted((a, b) => Number(isFoto(b)) - Number(isFoto(a)))
  const [at, setAt] = useState(0)
  const shown = fotos?.[at]
  return (
    <section aria-label={`Foto: ${name}`} className="foto-panel">
      {error !== null && (
        <Banner
          kind="error"
          title="Error al cargar las fotos"
          action={<Button onClick={again}>Reintentar</Button>}
        >
          {error}
        </Banner>
      )}
      {!fotos && error === null && <Loading label="Cargando fotos…" />}
      {fotos?.length === 0 && (
        <p className="foto">
          <ImageOff aria-hidden="true" />
          Sin foto
        </p>
      )}
      {fotos && shown && <Foto key={shown.id} fotos={fotos} foto={shown} load={load} />}
      {fotos && fotos.length > 1 && (
        <p className="foto-bar">
          {at + 1} de {fotos.length}
          <Button onClick={() => setAt((at + 1) % fotos.length)}>Otra foto</Button>
        </p>
      )}
    </section>
  )
}

function Chica({ name, list, load }: PartProps) {
  const { archivos } = useArchivos(list)
  const foto = archivos?.find(isFoto) ?? archivos?.[0]
  return archivos && foto && <Foto fotos={archivos} foto={foto} load={load} name={name} small />
}

interface FotoProps {
  fotos: readonly Archivo[]
  foto: Archivo
  load: Contenidos['load']
  /** Of what it is, where nothing around it says so. */
  name?: string
  small?: boolean
}

/** One picture, which opens over the whole screen. */
function Foto({ fotos, foto, load, name, small = false }: FotoProps) {
  const zona = useConfig()?.zona
  const [open, setOpen] = useState<Archivo | null>(null)
  const place = useRef<HTMLButtonElement>(null)
  const { url, failed } = useShown(place, isFoto(foto) ? foto.id : null, load)
  return (
    <>
      <button
        ref={place}
        type="button"
        aria-label={name ? `Ver foto: ${name}` : `Ver ${foto.nombre} en grande`}
        onClick={() => setOpen(foto)}
        className="foto"
        data-small={small || undefined}
      >
        {url && <img src={url} alt="" />}
        {failed && <ImageOff aria-hidden="true" />}
        {!isFoto(foto) && <FileIcon aria-hidden="true" />}
      </button>
      {open && (
        <Viewer
          {...{ archivos: fotos, open, zona, load }}
          onOpen={setOpen}
          onRemove={undefined}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
