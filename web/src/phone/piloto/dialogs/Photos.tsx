import { useState } from 'react'
import { AddButtons } from '../../../archivos/AddButtons.tsx'
import { type Prepared, prepare } from '../../../archivos/prepare.ts'

/** Photos that belong to what a dialog decides, and leave with it. */
export function usePhotos(before: readonly Prepared[], onFailure: (error: unknown) => void) {
  const [photos, setPhotos] = useState(before)
  const add = async (files: File[], fromCamera: boolean) => {
    try {
      const added = await Promise.all(files.map((file) => prepare(file, fromCamera)))
      setPhotos((all) => [...all, ...added])
    } catch (error) {
      onFailure(error)
    }
  }
  return { photos, add }
}

interface Props {
  photos: readonly Prepared[]
  onFiles: (files: File[], fromCamera: boolean) => Promise<void>
}

export const Photos = ({ photos, onFiles }: Props) => (
  <div className="grid gap-2">
    <p className="font-semibold">Fotos{photos.length > 0 && ` (${photos.length})`}</p>
    <AddButtons
      onFiles={(files, fromCamera) => void onFiles(files, fromCamera)}
      className="grow py-4 text-base"
    />
  </div>
)
