import { type PointerEvent, useId, useRef, useState } from "react";
import { cropPhoto, type OwnPhoto, type OwnPhotos } from "#contract/photos.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { clampView, findMaxZoom, type Size, toCrop, toView, type View } from "./crop-rules.ts";

type CropState = { photo: OwnPhoto; picture: Size | null; view: View; onPicture: (size: Size) => void };

/** The picture behind the frame, positioned so that the frame shows what others will see. */
function FramedPicture({ photo, picture, view, onPicture }: CropState) {
  const part = picture && toCrop(view, picture);
  const place = part
    ? {
        width: `${100 / part.width}%`,
        height: `${100 / part.height}%`,
        left: `${(-100 * part.x) / part.width}%`,
        top: `${(-100 * part.y) / part.height}%`,
      }
    : undefined;
  return (
    <img
      src={photo.whole}
      alt=""
      draggable={false}
      className={`absolute max-w-none select-none ${part ? "" : "invisible"}`}
      style={place}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onPicture({ width, height })}
    />
  );
}

type Point = { x: number; y: number };
const measureDistance = ([one, other]: Point[]) => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0);
const findMiddle = (points: Point[]) => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** Pans the picture with a finger or the mouse, and zooms it with two fingers. */
function useGestures(picture: Size | null, view: View, onView: (view: View) => void) {
  const pointers = useRef(new Map<number, Point>());
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!pointers.current.has(event.pointerId) || picture === null) return;
      const before = [...pointers.current.values()];
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = [...pointers.current.values()];
      const part = toCrop(view, picture);
      const { clientWidth, clientHeight } = event.currentTarget;
      const [from, to] = [findMiddle(before), findMiddle(after)];
      onView({
        x: view.x - ((to.x - from.x) / clientWidth) * part.width,
        y: view.y - ((to.y - from.y) / clientHeight) * part.height,
        zoom: view.zoom * (measureDistance(before) > 0 ? measureDistance(after) / measureDistance(before) : 1),
      });
    },
    onPointerUp: ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId),
    onPointerCancel: ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId),
  };
}

type SliderProps = { label: string; min: number; max: number; value: number; onChange: (value: number) => void };

function Slider({ label, min, max, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <p className="mt-3 flex items-center gap-3">
      <label htmlFor={id} className="w-28 shrink-0 text-sm">
        {label}
      </label>
      <input
        id={id}
        type="range"
        className="min-h-11 min-w-0 grow accent-primary"
        min={min}
        max={max}
        step="any"
        value={value}
        disabled={max - min < 0.001}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          // the native key step is almost nothing
          const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          onChange(Math.min(max, Math.max(min, value + (step * (max - min)) / 20)));
        }}
      />
    </p>
  );
}

type Props = { photo: OwnPhoto; onClose: () => void; onDone: (answer: OwnPhotos) => void };

/** Chooses the visible part of a photo: the frame shows what others will see on cards and in lists. */
function Crop({ photo, onClose, onDone }: Props) {
  const t = useTexts("photos");
  const shell = useTexts("shell");
  const { run, pending, failure } = useCall(cropPhoto);
  const [picture, setPicture] = useState<Size | null>(null);
  const [view, setView] = useState<View>(toView(null, { width: 1, height: 1 }));
  const showView = (next: View) => picture && setView(clampView(next, picture));
  const fingers = useGestures(picture, view, showView);
  const save = (crop: OwnPhoto["crop"]) => run({ body: { photo: photo.id, crop } }, onDone);
  const part = picture ? toCrop(view, picture) : { width: 1, height: 1 };
  const horizontalRange = { min: part.width / 2, max: 1 - part.width / 2 };
  const verticalRange = { min: part.height / 2, max: 1 - part.height / 2 };
  return (
    <>
      <FormError failure={failure} />
      <p className="mb-3 text-muted text-sm">{t("crop.text")}</p>
      <div className="crop-frame" {...fingers}>
        <FramedPicture
          photo={photo}
          picture={picture}
          view={view}
          onPicture={(size) => {
            setPicture(size);
            setView(toView(photo.crop, size));
          }}
        />
      </div>
      <Slider
        label={t("crop.zoom")}
        min={1}
        max={picture ? findMaxZoom(picture) : 1}
        value={view.zoom}
        onChange={(zoom) => showView({ ...view, zoom })}
      />
      <div className="crop-keys">
        <Slider
          label={t("crop.across")}
          {...horizontalRange}
          value={view.x}
          onChange={(x) => showView({ ...view, x })}
        />
        <Slider label={t("crop.down")} {...verticalRange} value={view.y} onChange={(y) => showView({ ...view, y })} />
      </div>
      <div className="crop-buttons">
        <Button
          className="grow max-sm:basis-full"
          pending={pending || picture === null}
          onClick={() => picture && save(toCrop(view, picture))}
        >
          {shell("save")}
        </Button>
        {photo.crop === null ? null : (
          <Button look="outline" className="grow" pending={pending} onClick={() => save(null)}>
            {t("crop.whole")}
          </Button>
        )}
        <Button look="quiet" className="grow" onClick={onClose}>
          {shell("cancel")}
        </Button>
      </div>
    </>
  );
}

export function CropPhoto({ photo, ...rest }: Omit<Props, "photo"> & { photo: OwnPhoto | null }) {
  const t = useTexts("photos");
  return (
    <Dialog hasEntry open={photo !== null} onClose={rest.onClose} title={t("crop.title")}>
      {photo ? <Crop key={photo.id} photo={photo} {...rest} /> : null}
    </Dialog>
  );
}
