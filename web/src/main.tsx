import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import './base.css'
import { Routes } from './routes.tsx'
import { aroundNav } from './ui/leaving.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <Router aroundNav={aroundNav}>
      <Routes />
    </Router>
  </StrictMode>,
)
