//! placeholder
mod sample;

#[test]
fn look() {
    let painter = render::Painter::new();
    for (name, scene) in sample::all() {
        for theme in render::Theme::ALL {
            let t = std::time::Instant::now();
            let png = painter.png(&scene, theme);
            println!("{name} {} {} {:?}", theme.name(), png.len(), t.elapsed());
            std::fs::write(format!("/tmp/pics/{name}-{}.png", theme.name()), png).unwrap();
        }
    }
}
