import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.CANDOR_API ?? 'http://127.0.0.1:4100'

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwind()],
  server: { proxy: { '/ops': server } },
  build: {
    target: 'es2023',
    // Nothing inlined: the content policy takes fonts and pictures from this server only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Operators load it once a day: one file is simpler than many.
    chunkSizeWarningLimit: 900,
  },
})
