/**
 * So many pixels has the longer side of a soft picture. All that is in it comes from them: a face can't be made out of
 * so few, and nothing at the other end brings more of it back.
 */
export const softPixels = 20;
const softPictureWidth = 320;
const picturesPerSecond = 10;

/** The size of the few pixels of a camera's picture, whichever way the device is held. */
export function softSize(width: number, height: number): { width: number; height: number } {
  const scale = softPixels / Math.max(width, height, 1);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Makes a soft picture of a camera's, by canvas: Safari has no filters there. */
export function softenCamera(camera: MediaStream): { track: MediaStreamTrack | null; stop: () => void } {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.srcObject = camera;
  // a browser that refuses shows nothing, which is soft enough
  video.play().catch(() => {});
  const [few, canvas] = [document.createElement("canvas"), document.createElement("canvas")];
  canvas.width = softPictureWidth;
  canvas.height = Math.round((softPictureWidth * 3) / 4);
  const [small, large] = [few.getContext("2d"), canvas.getContext("2d")];
  const draw = () => {
    const { videoWidth, videoHeight } = video;
    if (small === null || large === null || videoWidth === 0) return;
    const { width, height } = softSize(videoWidth, videoHeight);
    if (few.width !== width || few.height !== height) {
      few.width = width;
      few.height = height;
      canvas.height = Math.round((softPictureWidth * height) / width);
    }
    small.drawImage(video, 0, 0, width, height);
    large.imageSmoothingQuality = "high";
    large.drawImage(few, 0, 0, canvas.width, canvas.height);
  };
  const timer = setInterval(draw, 1000 / picturesPerSecond);
  const track = canvas.captureStream(picturesPerSecond).getVideoTracks()[0] ?? null;
  return {
    track,
    stop() {
      clearInterval(timer);
      track?.stop();
      video.srcObject = null;
    },
  };
}
