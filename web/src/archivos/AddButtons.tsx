import Camera from 'lucide-react/icons/camera'
import Paperclip from 'lucide-react/icons/paperclip'
import { type ChangeEvent, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import './archivos.css'

interface Props {
  onFiles: (files: File[], fromCamera: boolean) => void
  className?: string | undefined
}

/** Buttons for the camera, on touch devices, and for the device's files. */
export function AddButtons({ onFiles, className = 'max-md:grow' }: Props) {
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const { files: chosen } = event.target
    if (chosen) onFiles([...chosen], event.target === camera.current)
    // Otherwise choosing the same file again fires no event.
    event.target.value = ''
  }
  return (
    <div className="flex flex-wrap gap-3 has-[>.grow]:grow has-[>.grow]:basis-full">
      <Button className={`pointer-fine:hidden! ${className}`} onClick={() => camera.current?.click()}>
        <Camera className="size-5" />
        Tomar foto
      </Button>
      <Button className={className} onClick={() => files.current?.click()}>
        <Paperclip className="size-5" />
        Agregar archivos
      </Button>
      <input ref={camera} hidden type="file" accept="image/*" capture="environment" onChange={take} />
      <input ref={files} hidden multiple type="file" accept="image/*,application/pdf" onChange={take} />
    </div>
  )
}
